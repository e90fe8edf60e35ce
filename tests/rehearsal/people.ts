import { randomBytes } from 'node:crypto'
import { createSoftPasskey } from '../../src/modules/identity/testing.ts'
import { type Connection, createCalls } from './client.ts'

type Passkey = ReturnType<typeof createSoftPasskey>
type Calls = ReturnType<typeof createCalls>

/** Creates a random password. */
export const createPassword = () => randomBytes(18).toString('base64url')

/** Creates a software passkey for the address of the rehearsal. */
export const createPasskey = ({ url }: Connection): Passkey =>
  createSoftPasskey({ PUBLIC_URL: url } as Parameters<typeof createSoftPasskey>[0])

/** Logs staff in with a password, for their first visit: they have no passkey yet. */
export async function logInByPassword(
  connection: Connection,
  person: { email: string; password: string },
): Promise<Calls> {
  const { identity } = createCalls(connection)
  const { token } = await identity.adminLogIn({ ...person, session: 'token' })

  return createCalls(connection, token)
}

/** Adds a passkey as the first factor of a session's staff member. */
export async function enrolPasskey(calls: Calls, passkey: Passkey, name: string): Promise<void> {
  const { data: options } = await calls.identity.staffSecurity.beginPasskey()
  await calls.identity.staffSecurity.addPasskey({ name, passkey: passkey.make(options) })
}

/** Adds a key of software that signs approvals, beside the passkey that logs in. */
export async function enrolApprovalKey(calls: Calls, approvalKey: Passkey): Promise<void> {
  const { data: options } = await calls.identity.beginApprovalKey()
  const { data } = await calls.identity.addApprovalKey({ passkey: approvalKey.make(options) })
  if (!data.first) throw new Error('Another admin would have to confirm this key.')
}

/** Logs staff in with their passkey alone: a recent authentication, as acts with money need. */
export async function logInByPasskey(connection: Connection, passkey: Passkey): Promise<Calls> {
  const { identity } = createCalls(connection)
  const { data } = await identity.challengePasskey({})
  const { token } = await identity.adminLogInByPasskey({
    mfaChallenge: data.mfaChallenge,
    passkey: passkey.use(data.options),
    session: 'token',
  })

  return createCalls(connection, token)
}

/** Logs a member in with a password. */
export async function logInMember(
  connection: Connection,
  person: { email: string; password: string },
): Promise<Calls> {
  const { identity } = createCalls(connection)
  const { data } = await identity.logIn({ ...person, session: 'token' })

  return createCalls(connection, data.token)
}

/** Approves the newest proposal that waits, as another admin than its author, and signs it. */
export async function approveNewest(calls: Calls, approvalKey: Passkey): Promise<string> {
  const { data: waiting } = await calls.backoffice.approvals({ state: 'waiting' })
  const [newest] = waiting
  if (!newest) throw new Error('No proposal waits for a second admin.')
  const { data: proposal } = await calls.backoffice.approval({ id: newest._id })
  const { data: signing } = await calls.identity.statement({ id: newest._id })
  if (!signing.options) throw new Error('No approval key is active.')
  await calls.backoffice.approve({
    id: newest._id,
    hash: proposal.hash,
    addressReviewed: true,
    signature: approvalKey.use(signing.options),
  })

  return newest._id
}
