import { checkEntryProof, type EntryProofFile, parseFileKeys } from '../model.ts'
import { transparencyCalls } from './calls.tsx'

/**
 * Reads the proof that an entry is in the public log, and checks it here. Throws what is wrong, and
 * returns nothing unchecked.
 */
export async function readEntryProof(seq: string): Promise<EntryProofFile> {
  const { data } = await transparencyCalls.entryProof.call({ seq })
  checkEntryProof(data, parseFileKeys(data))

  return data
}
