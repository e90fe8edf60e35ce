import {
  checkEntryProof,
  checkSameEntry,
  type EntryProofFile,
  type HashedRow,
  parseFileKeys,
  parseLogProof,
} from '../model.ts'
import { transparencyCalls } from './calls.tsx'
import { assertSameLog } from './observe-log.tsx'

/**
 * Reads the proof that an entry of the screen is in the public log, and checks it here: that it is
 * of that entry, and in the log that this browser remembers. Throws what is wrong, and returns
 * nothing unchecked.
 */
export async function readEntryProof(row: HashedRow): Promise<EntryProofFile> {
  const { data } = await transparencyCalls.entryProof.call({ seq: row.seq })
  const { at } = checkEntryProof(data, parseFileKeys(data))
  checkSameEntry(data, row)
  await assertSameLog({ note: parseLogProof(data.logProof).checkpoint, vkeys: data.vkeys, at })

  return data
}
