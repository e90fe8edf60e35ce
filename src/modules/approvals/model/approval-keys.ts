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
  /** Whether it is one of the first keys, which no other admin could confirm. */
  first: boolean
  registeredAt: Date
  /** From when it signs; null while no other admin has confirmed it. */
  usableFrom: Date | null
  ended: { at: Date; by: string; reason: string } | null
}

export const KEY_STATES = ['unconfirmed', 'waiting', 'active', 'ended'] as const
export type ApprovalKeyState = (typeof KEY_STATES)[number]

/** Returns the state of a key at a moment. */
export function computeKeyState({ ended, usableFrom }: ApprovalKey, now: Date): ApprovalKeyState {
  if (ended) return 'ended'
  if (!usableFrom) return 'unconfirmed'
  return usableFrom <= now ? 'active' : 'waiting'
}

/** Returns whether a key is a passkey that has not ended: active, or not yet. */
export const isOpenPasskey = ({ kind, ended }: Pick<ApprovalKey, 'kind' | 'ended'>): boolean =>
  kind === 'passkey' && !ended

/** The most keys that one admin has at a time. */
export const MAX_APPROVAL_KEYS = 5

/** What was signed for an approval, and with which key. */
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
      'You need an active approval key to approve. Add one on the Security page. Nothing was approved.',
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
}
