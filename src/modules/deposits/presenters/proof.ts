import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { findProof } from '../queries.ts'

/** Returns the proof of payment of a deposit as a download. Throws `not_found` (404). */
export async function readProofFile(app: App, depositId: string): Promise<File> {
  const proof = await findProof(app.db, depositId)
  if (!proof) throw createNotFoundError('The proof of payment')

  const extension = proof.type.replace(/^.*\//, '').replace('jpeg', 'jpg')
  const content = await app.files.read(proof.key)

  return new File([Uint8Array.from(content)], `proof-${depositId}.${extension}`, {
    type: proof.type,
  })
}
