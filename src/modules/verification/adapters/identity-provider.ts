import type { FoundPerson, IdentityDetails, Level, ProviderName } from '../model.ts'

/** A verification at a provider; the id is its name there. */
export type IdentityCheck = { id: string; level: Level }

export type DeclaredPerson = { firstName: string; lastName: string; details: IdentityDetails }

/** A check whose documents are uploaded here, or that continues at the provider. */
export type StartedCheck =
  | { kind: 'upload' }
  | { kind: 'elsewhere'; reference: string; url: string }

export type CheckState = {
  state: 'waiting' | 'in_review' | 'passed' | 'try_again' | 'refused'
  /** May be shown to the member. */
  memberReason: string | null
  staffNote: string | null
  reference: string | null
  /** The person the provider read from the document, where it says so. */
  found: FoundPerson
}

/**
 * Verifies identities. A webhook is only a hint that a check can be read again. Each operation
 * throws where the provider can't be reached or answers in another shape, and can be repeated.
 */
export interface IdentityProvider {
  readonly name: ProviderName
  /** Starts a check, or continues with it. */
  beginCheck(check: IdentityCheck, person: DeclaredPerson): Promise<StartedCheck>
  /** Reads the state of a check. */
  readCheck(check: IdentityCheck): Promise<CheckState>
  /**
   * Returns the id of the check that a webhook is about; null for any other event. Throws
   * `bad_signature` (401).
   */
  parseWebhook(body: Uint8Array, headers: Headers): string | null
  /** Deletes the data of a check, after its retention. */
  forget(check: IdentityCheck): Promise<void>
}
