export type AddressGroup = { text: string; marked: boolean }

const SIZE = 4

/**
 * Splits an address into groups of four and marks those to compare: the first two, one in the
 * middle and the last two. Look-alike addresses exploit a comparison of the ends alone.
 */
export function splitAddress(address: string): AddressGroup[] {
  const texts = address.match(new RegExp(`.{1,${SIZE}}`, 'g')) ?? []
  const last = texts.length - 1
  const middle = Math.ceil(last / 2)

  return texts.map((text, i) => ({
    text,
    marked: i < 2 || i > last - 2 || i === middle,
  }))
}

/**
 * Returns the ends of an address in groups, enough for its owner to recognise it: `tb1q w508 … xpjz
 * sx`.
 */
export function maskAddress(address: string): string {
  const groups = splitAddress(address).map(({ text }) => text)
  const ends = 2
  if (groups.length <= ends * 2) return groups.join(' ')
  return [...groups.slice(0, ends), '…', ...groups.slice(-ends)].join(' ')
}
