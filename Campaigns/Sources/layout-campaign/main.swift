// Runs the campaigns: see RELIABILITY.md and `scripts/campaign`.

internal import LayoutCampaign
internal import LayoutPlatform

exit(CampaignCommand.run(Array(CommandLine.arguments.dropFirst())))
