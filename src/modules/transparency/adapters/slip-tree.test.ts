import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortRanges } from './slip-tree.ts'

/** Hashes that are far from evenly spread: many share all but their last bytes. */
const anyHash = fc
  .tuple(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(3), fc.nat(2 ** 32 - 1))
  .map(([fill, place, tail]) => {
    const hash = Buffer.alloc(32, fill)
    hash.writeUInt32BE(tail, place * 8 + 4)
    return hash
  })

test('The leaves of each range are sorted by all their bytes; others stay in place', () => {
  fc.assert(
    fc.property(
      fc.array(anyHash, { maxLength: 60 }),
      fc.nat(60),
      fc.nat(60),
      (hashes, one, two) => {
        const [start, end] = [one, two]
          .map((place) => Math.min(place, hashes.length))
          .sort((a, b) => a - b) as [number, number]
        const leaves = new SharedArrayBuffer(hashes.length * 32)
        Buffer.from(leaves).set(Buffer.concat(hashes))
        sortRanges({ name: 'sort', ranges: [[start, end]], leaves })

        const sorted = hashes.slice(start, end).sort(Buffer.compare)
        const expected = [...hashes.slice(0, start), ...sorted, ...hashes.slice(end)]
        expect(Buffer.from(leaves).equals(Buffer.concat(expected))).toBe(true)
      },
    ),
  )
})
