import type { Level } from './levels.ts'

export const DOCUMENT_KINDS = [
  'identity_document',
  'proof_of_address',
  'photo_with_code',
  'source_of_funds',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_SIDES = ['front', 'back'] as const
export type DocumentSide = (typeof DOCUMENT_SIDES)[number]

export const DOCUMENT_NAMES: Record<DocumentKind, string> = {
  identity_document: 'Identity document',
  proof_of_address: 'Proof of address',
  photo_with_code: 'Photo with the code',
  source_of_funds: 'Source of funds',
}

/** The documents that each level needs beyond those of the lower levels. */
export const LEVEL_DOCUMENTS: Record<Level, readonly DocumentKind[]> = {
  basic: ['identity_document', 'photo_with_code'],
  full: ['proof_of_address'],
  source_of_funds: ['source_of_funds'],
}

export type VerificationDocument = {
  id: string
  verificationId: string
  kind: DocumentKind
  /** Of an identity document; the back is optional, because a passport has none. */
  side: DocumentSide | null
  uploadedAt: Date
  mediaType: string
  bytes: number
  /** Of the file before encryption; null once the file was deleted. */
  sha256: string | null
}

/** Returns the kinds of document that a level still lacks. */
export const listMissingDocuments = (
  level: Level,
  documents: readonly Pick<VerificationDocument, 'kind' | 'side'>[],
): DocumentKind[] =>
  LEVEL_DOCUMENTS[level].filter(
    (kind) => !documents.some((one) => one.kind === kind && one.side !== 'back'),
  )

/** Returns the name of a document as people read it: 'Identity document, front'. */
export const formatDocument = (kind: DocumentKind, side: DocumentSide | null): string =>
  side ? `${DOCUMENT_NAMES[kind]}, ${side}` : DOCUMENT_NAMES[kind]

/**
 * The kinds of documents that prove the identity and the address, as the rules of a country say.
 */
export type AcceptedDocuments = { identity: readonly string[]; address: readonly string[] }

/** The documents accepted until a country has rules of its own. */
export const DEFAULT_ACCEPTED: AcceptedDocuments = {
  identity: ['passport', 'identity_card', 'driving_licence'],
  address: ['bank_statement', 'utility_bill', 'tax_letter'],
}

/** Returns kinds of documents as a sentence names them: 'passport, identity card or licence'. */
export const formatAccepted = (kinds: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    kinds.map((kind) => kind.replaceAll('_', ' ')),
  )
