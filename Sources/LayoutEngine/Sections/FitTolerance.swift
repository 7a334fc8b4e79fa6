/// How far beyond the space there is something may reach and still fit, in points.
///
/// Without it three thirds would not fit into a whole: 1/3 of 100 added up three times may end a hair
/// beyond 100. A millionth of a point is far below any pixel and far above what sums can lose.
let fitTolerance = 1e-6
