import { writeFileSync } from 'node:fs'

/**
 * The machine code of `gettimeofday(2)` for x86-64: asks the kernel, then adds the seconds that a
 * file holds as a 64-bit number. Without the file the time is the kernel's. The path of the file
 * follows the code.
 */
const CODE = Buffer.from(
  [
    '57', // push rdi                  the result
    'b860000000 0f05', // mov eax, 96; syscall      gettimeofday
    '488d3d47000000', // lea rdi, [path]
    '31f6', // xor esi, esi              read only
    'b802000000 0f05', // mov eax, 2; syscall       open
    '85c0 7836', // test eax, eax; js end     there is no file
    '4189c0', // mov r8d, eax
    '4883ec08', // sub rsp, 8
    '48c7042400000000', // mov qword [rsp], 0
    '4489c7 4889e6', // mov edi, r8d; mov rsi, rsp
    'ba08000000 4531d2', // mov edx, 8; xor r10d, r10d
    'b811000000 0f05', // mov eax, 17; syscall      pread64
    '4489c7', // mov edi, r8d
    'b803000000 0f05', // mov eax, 3; syscall       close
    '5a', // pop rdx                   the seconds
    '488b3c24 480117', // mov rdi, [rsp]; add [rdi], rdx
    '5f 31c0 c3', // end: pop rdi; xor eax, eax; ret
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
)

const [HEADER, SEGMENT, SYMBOL, PAGE] = [64, 56, 24, 0x1000]
const NAME = 'gettimeofday'

/**
 * Writes a shared library that a program loads with `LD_PRELOAD`, so that its clock is ahead by the
 * seconds in `offsetFile`. It shifts a whole process, PostgreSQL as well as Node, so that no program
 * needs a switch of its own. It follows the ELF-64 layout of the System V ABI: one segment to read
 * and run, one with the dynamic table.
 */
export function writeClockLibrary(path: string, offsetFile: string): void {
  const names = Buffer.from(`\0${NAME}\0`)
  const symbolsAt = HEADER + 3 * SEGMENT
  const namesAt = symbolsAt + 2 * SYMBOL
  const hashAt = Math.ceil((namesAt + names.length) / 8) * 8
  const hash = writeUint32s(1, 2, 1, 0, 0) // one bucket with symbol 1
  const codeAt = Math.ceil((hashAt + hash.length) / 16) * 16
  const code = Buffer.concat([CODE, Buffer.from(`${offsetFile}\0`)])
  const dynamic = writeUint64s(
    ...[4, hashAt], // DT_HASH
    ...[5, namesAt], // DT_STRTAB
    ...[6, symbolsAt], // DT_SYMTAB
    ...[10, names.length], // DT_STRSZ
    ...[11, SYMBOL], // DT_SYMENT
    ...[0, 0],
  )

  const file = Buffer.alloc(PAGE + dynamic.length)
  const put = (at: number, ...parts: Buffer[]) => Buffer.concat(parts).copy(file, at)
  put(0, writeHeader())
  put(
    HEADER,
    writeSegment({ type: 1, flags: 5, at: 0, size: codeAt + code.length, align: PAGE }),
    writeSegment({ type: 1, flags: 6, at: PAGE, size: dynamic.length, align: PAGE }),
    writeSegment({ type: 2, flags: 6, at: PAGE, size: dynamic.length, align: 8 }),
  )
  put(symbolsAt + SYMBOL, writeSymbol(codeAt, CODE.length))
  put(namesAt, names)
  put(hashAt, hash)
  put(codeAt, code)
  put(PAGE, dynamic)

  writeFileSync(path, file, { mode: 0o755 })
}

const writeUint32s = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)
const writeUint64s = (...values: number[]) =>
  Buffer.from(BigUint64Array.from(values, BigInt).buffer)

function writeHeader() {
  const header = Buffer.alloc(HEADER)
  Buffer.from('7f454c4602010100', 'hex').copy(header)
  header.writeUInt16LE(3, 16) // ET_DYN
  header.writeUInt16LE(62, 18) // x86-64
  header.writeUInt32LE(1, 20)
  header.writeBigUInt64LE(BigInt(HEADER), 32) // the segments follow
  header.writeUInt16LE(HEADER, 52)
  header.writeUInt16LE(SEGMENT, 54)
  header.writeUInt16LE(3, 56)
  header.writeUInt16LE(64, 58)

  return header
}

type Segment = { type: number; flags: number; at: number; size: number; align: number }

const writeSegment = ({ type, flags, at, size, align }: Segment) =>
  Buffer.concat([writeUint32s(type, flags), writeUint64s(at, at, at, size, size, align)])

/** A global function of the segment that is run. */
function writeSymbol(at: number, size: number) {
  const symbol = Buffer.alloc(SYMBOL)
  symbol.writeUInt32LE(1, 0)
  symbol.writeUInt8(0x12, 4) // STB_GLOBAL, STT_FUNC
  symbol.writeUInt16LE(1, 6) // defined here
  symbol.writeBigUInt64LE(BigInt(at), 8)
  symbol.writeBigUInt64LE(BigInt(size), 16)

  return symbol
}

/** Moves the clock of all processes that use the library, from now on. */
export function writeOffset(offsetFile: string, seconds: number): void {
  writeFileSync(offsetFile, writeUint64s(seconds), { mode: 0o644 })
}
