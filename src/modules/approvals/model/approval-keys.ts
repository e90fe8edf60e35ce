import { DomainError } from '#lib/errors.ts'

/** 'software': of a sample admin of the sandbox, held by the server; it proves nothing. */
export type ApprovalKeyKind = 'passkey' | 'software'

/** The public half of a key that an admin signs approvals with. */
export type ApprovalKey = {
  id: string
  adminId: string
  kind: ApprovalKeyKind
  credentialId: string
  publicKey: Buffer
  transports: string[]
  /** The place of its signatures: the host name and the address of the site. */
  rpId: string
  origin: string
  /** True for one of the first keys, which no other admin could confirm. */
  first: boolean
  /** The generation of keys that it belongs to; null before any. */
  generation: number | null
  registeredAt: Date
  /** From when it signs; null while no other admin has confirmed it. */
  usableFrom: Date | null
  /** From when the public log has shown it for long enough to sign; null while the log lacks it. */
  publishedFrom: Date | null
  ended: { at: Date; by: string; reason: string } | null
}

/** 'elsewhere': made for another address than that of the installation, where it signs nothing. */
export const KEY_STATES = [
  'unconfirmed',
  'waiting',
  'unpublished',
  'active',
  'elsewhere',
  'ended',
] as const
export type ApprovalKeyState = (typeof KEY_STATES)[number]

/** The place of an installation's signatures, see `getRelyingParty`. */
export type SigningSite = { rpID: string; origin: string }

/** Returns the state of a key at a moment, for an installation at this address. */
export function computeKeyState(
  { ended, usableFrom, publishedFrom, rpId, origin }: ApprovalKey,
  now: Date,
  site: SigningSite,
): ApprovalKeyState {
  if (ended) return 'ended'
  if (rpId !== site.rpID || origin !== site.origin) return 'elsewhere'
  if (!usableFrom) return 'unconfirmed'
  if (usableFrom > now) return 'waiting'
  return publishedFrom && publishedFrom <= now ? 'active' : 'unpublished'
}

/** Returns whether a key is a passkey that has not ended: active, or not yet. */
export const isOpenPasskey = ({ kind, ended }: Pick<ApprovalKey, 'kind' | 'ended'>): boolean =>
  kind === 'passkey' && !ended

/**
 * The most keys that one admin has at a time, and adds in 24 hours; the database holds both too.
 */
export const MAX_APPROVAL_KEYS = 5
const MAX_ADDED_KEYS = 10

/** A new beginning of the approval keys, by the owner of the database: all keys before it end. */
export type KeyGeneration = { generation: number; startedAt: Date; reason: string }

/** The signed statement of an approval, and the key that signed it. */
export type ApprovalSignature = {
  keyId: string
  kind: ApprovalKeyKind
  at: Date
  /** The hash that the key signed, in hex. */
  hash: string
}

/** The errors of keys and signatures. */
export const signingErrors = {
  needed: () =>
    new DomainError(
      'signature_needed',
      409,
      'Sign this approval with your approval key. Nothing was approved.',
      'signature',
    ),
  keyNeeded: () =>
    new DomainError(
      'approval_key_needed',
      409,
      'You need an active approval key to approve. Add one on the Security page. Nothing was ' +
        'approved.',
      'signature',
    ),
  unpublished: () =>
    new DomainError(
      'approval_key_unpublished',
      409,
      'Your approval key is not in the public log yet. Try again later. Nothing was approved.',
      'signature',
    ),
  wrong: () =>
    new DomainError(
      'signature_wrong',
      422,
      'The signature isn’t of this approval or not of your key. Nothing was approved. Review it ' +
        'and sign again.',
      'signature',
    ),
  keyExists: () =>
    new DomainError('approval_key_known', 409, 'This approval key is already added.'),
  tooMany: () =>
    new DomainError(
      'too_many_approval_keys',
      409,
      `You have the maximum of ${MAX_APPROVAL_KEYS} approval keys. End one first.`,
    ),
  tooManyAdded: () =>
    new DomainError(
      'too_many_approval_keys_added',
      409,
      `You added ${MAX_ADDED_KEYS} approval keys in 24 hours. Add this one later.`,
    ),
  ownerNeeded: () =>
    new DomainError(
      'database_owner_needed',
      409,
      'Only the owner of the database can end all approval keys. Set DATABASE_MIGRATION_URL to ' +
        'its login. Nothing was changed.',
    ),
}
