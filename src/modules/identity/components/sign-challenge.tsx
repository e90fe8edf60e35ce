import { CallError } from '#platform/client/call-error.ts'
import { PASSKEY_CANCELLED, showPasskey } from './passkeys.tsx'

const NOT_SIGNED =
  'Nothing was approved: the signature was cancelled or timed out. Approve again to sign.'

/** Asks for the admin's approval key. Throws a sentence that nothing was approved, and why. */
export const signChallenge = (options: Readonly<Record<string, unknown>>) =>
  showPasskey(options).catch((error: CallError) => {
    const isCancelled = error.code === PASSKEY_CANCELLED
    const message = isCancelled ? NOT_SIGNED : `Nothing was approved. ${error.message}`
    throw new CallError(0, 'not_signed', message)
  })
