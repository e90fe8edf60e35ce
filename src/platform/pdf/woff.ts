import { inflateSync } from 'node:zlib'
import { invariant } from '#lib/invariant.ts'

const WOFF = 0x774f4646
const HEADER = { woff: 44, sfnt: 12 }
const ENTRY = { woff: 20, sfnt: 16 }

/**
 * Unpacks a WOFF 1.0 font (W3C, 2012) into its OpenType file: a font reader would unpack it again
 * for each report, and slowly. The tables stay in their order with their checksums.
 */
export function unpackWoff(woff: Buffer): Buffer<ArrayBuffer> {
  invariant(woff.readUInt32BE(0) === WOFF, 'the font is WOFF 1.0')

  const count = woff.readUInt16BE(12)
  const sfnt = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(sfnt, 0, 4, 8)
  sfnt.writeUInt16BE(count, 4)

  const power = Math.floor(Math.log2(count))
  sfnt.writeUInt16BE(2 ** power * ENTRY.sfnt, 6)
  sfnt.writeUInt16BE(power, 8)
  sfnt.writeUInt16BE((count - 2 ** power) * ENTRY.sfnt, 10)

  let end = HEADER.sfnt + count * ENTRY.sfnt
  for (let index = 0; index < count; index++) {
    const at = HEADER.woff + index * ENTRY.woff
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ]

    const bytes = woff.subarray(offset, offset + packed)
    const entry = HEADER.sfnt + index * ENTRY.sfnt
    woff.copy(sfnt, entry, at, at + 4)
    woff.copy(sfnt, entry + 4, at + 16, at + 20)
    sfnt.writeUInt32BE(end, entry + 8)
    sfnt.writeUInt32BE(length, entry + 12)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(sfnt, end)
    end += Math.ceil(length / 4) * 4
  }

  return sfnt
}
