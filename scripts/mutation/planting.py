"""Writes faults as Swift that is compiled in behind a switch."""


def digits(number):
    """A number as characters that operators may have."""
    return "".join("⊕⊗"[int(bit)] for bit in format(number, "b"))


def planted(mutant):
    """The text in the place of the mutant's text."""
    n, old, new = mutant.number, mutant.old, mutant.new
    if mutant.shape in ("comparison", "logic", "sum"):
        return "∘" + digits(n)
    if mutant.shape == "negation":
        return "∘" + digits(n)
    if mutant.shape == "bound":
        return f"mutant{n}"
    if mutant.shape in ("constant", "flag"):
        return f"mutant{n}({old})"
    if mutant.shape == "statement":
        return f"if !mutantIsActive({n}) {{ {old} }}"
    return f"\\(mutant{n})"


def declared(mutant):
    """The module's declarations for it; inlinable functions may use them too."""
    n, old, new = mutant.number, mutant.old, mutant.new
    name = "∘" + digits(n)
    if mutant.shape == "comparison":
        rule = "Equatable" if old in ("==", "!=") else "Comparable"
        return (f"infix operator {name}: ComparisonPrecedence\n"
                f"@usableFromInline func {name} <T: {rule}>(a: T, b: T) -> Bool "
                f"{{ mutantIsActive({n}) ? a {new} b : a {old} b }}")
    if mutant.shape == "logic":
        group = "LogicalConjunctionPrecedence" if old == "&&" else "LogicalDisjunctionPrecedence"
        return (f"infix operator {name}: {group}\n"
                f"@usableFromInline func {name} <E: Error>(a: Bool, b: @autoclosure () throws(E) -> Bool) "
                f"throws(E) -> Bool {{\n"
                f"    let isAnd = {'true' if old == '&&' else 'false'} == !mutantIsActive({n})\n"
                f"    return isAnd ? (a ? try b() : false) : (a ? true : try b())\n}}")
    if mutant.shape == "sum":
        return (f"infix operator {name}: AdditionPrecedence\n"
                f"@usableFromInline func {name} <T: AdditiveArithmetic>(a: T, b: T) -> T "
                f"{{ mutantIsActive({n}) ? a {new} b : a {old} b }}")
    if mutant.shape == "negation":
        return (f"prefix operator {name}\n"
                f"@usableFromInline prefix func {name} (a: Bool) -> Bool {{ mutantIsActive({n}) ? a : !a }}")
    if mutant.shape == "bound":
        return (f"@usableFromInline func mutant{n}<T: Comparable>(_ a: T, _ b: T, _ more: T...) -> T {{\n"
                f"    let all = [a, b] + more\n"
                f"    return mutantIsActive({n}) ? all.{new}()! : all.{old}()!\n}}")
    if mutant.shape == "constant":
        return (f"@usableFromInline "
                f"func mutant{n}<T: ExpressibleByIntegerLiteral & AdditiveArithmetic>(_ value: T) -> T "
                f"{{ mutantIsActive({n}) ? value + 1 : value }}")
    if mutant.shape == "flag":
        return f"@usableFromInline func mutant{n}(_ value: Bool) -> Bool {{ mutantIsActive({n}) ? !value : value }}"
    if mutant.shape == "statement":
        return ""
    return f'@usableFromInline var mutant{n}: String {{ mutantIsActive({n}) ? "{new}" : "{old}" }}'


def switch(path, last):
    """The declarations of each module: the file at `path` is the switch, `last` the greatest number of a fault."""
    return SWITCH % {"path": path, "count": last + 1}


SWITCH = """#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The number of the active fault, 0 for none; or the folder where each place leaves a file once it is reached.
private let mutantSwitch: String = {
    guard let file = unsafe fopen("%(path)s", "r") else { return "0" }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while true {
        let byte = unsafe fgetc(file)
        guard byte >= 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(UInt8(byte))
    }
}()

private let mutantActive = Int(mutantSwitch) ?? -1

/// The folder, if there is one; -1 else.
private let mutantFolder: CInt = mutantActive < 0 ? unsafe open(mutantSwitch, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1

nonisolated(unsafe) private let mutantReached: UnsafeMutablePointer<Bool> = {
    let reached = UnsafeMutablePointer<Bool>.allocate(capacity: %(count)d)
    unsafe reached.initialize(repeating: false, count: %(count)d)
    return unsafe reached
}()

@usableFromInline func mutantIsActive(_ number: Int) -> Bool {
    if mutantActive >= 0 { return mutantActive == number }
    guard unsafe !mutantReached[number] else { return false }
    unsafe mutantReached[number] = true
    let code = errno
    // A place may be in a handler of signals, where nothing may be allocated.
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 24) { name in
        var index = 23
        var rest = number
        unsafe name[index] = 0
        repeat {
            index -= 1
            unsafe name[index] = CChar(48 + rest %% 10)
            rest /= 10
        } while rest > 0
        let file = unsafe openat(mutantFolder, name.baseAddress! + index, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        if file >= 0 { close(file) }
    }
    errno = code
    return false
}

"""
