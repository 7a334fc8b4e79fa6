// Runs the campaigns: see RELIABILITY.md and `scripts/campaign`.

import LayoutCampaign

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

exit(CampaignCommand.run(Array(CommandLine.arguments.dropFirst())))
