// Measures speed, memory and sizes: see MEASUREMENTS.md and `scripts/benchmark`.

internal import LayoutBenchmark
internal import LayoutPlatform

exit(BenchmarkCommand.run(Array(CommandLine.arguments.dropFirst())))
