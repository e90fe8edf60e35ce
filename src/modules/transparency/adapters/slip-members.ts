import { LIABILITY_KINDS, type LiabilityAmounts } from '../model/slips.ts'

/** The members of an epoch as all threads share them: their texts and their cents, in one order. */
export type SlipMembers = {
  count: number
  /** The ids and addresses, one after the other; those of member m end at ends[m]. */
  ids: SharedArrayBuffer
  idEnds: SharedArrayBuffer
  emails: SharedArrayBuffer
  emailEnds: SharedArrayBuffer
  /** Cents of member m and kind k at m × 5 + k. */
  cents: SharedArrayBuffer
}

export type MemberCollector = {
  add(id: string, email: string, amounts: LiabilityAmounts): void
  finish(): SlipMembers
}

/** Collects the members of an epoch, whose number and length of texts are known before. */
export function collectMembers(
  capacity: number,
  textBytes: { ids: number; emails: number },
): MemberCollector {
  const ids = createTexts(capacity, textBytes.ids)
  const emails = createTexts(capacity, textBytes.emails)
  const cents = new SharedArrayBuffer(capacity * LIABILITY_KINDS.length * 8)
  const view = new Float64Array(cents)
  let count = 0

  return {
    add: (id, email, amounts) => {
      if (count === capacity) throw new Error('there are more members than were counted')

      ids.add(id)
      emails.add(email)
      for (const [kind, name] of LIABILITY_KINDS.entries())
        view[count * LIABILITY_KINDS.length + kind] = Number(amounts[name])
      count++
    },
    finish: () => ({
      count,
      ids: ids.bytes,
      idEnds: ids.ends,
      emails: emails.bytes,
      emailEnds: emails.ends,
      cents,
    }),
  }
}

function createTexts(capacity: number, maxBytes: number) {
  const bytes = new SharedArrayBuffer(maxBytes)
  const ends = new SharedArrayBuffer(capacity * 4)
  const buffer = Buffer.from(bytes)
  const view = new Uint32Array(ends)
  let count = 0
  let end = 0

  return {
    bytes,
    ends,
    add: (text: string) => {
      end += buffer.write(text, end)
      view[count++] = end
    },
  }
}
