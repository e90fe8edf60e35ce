import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { DomainError } from './errors.ts'

/** An extended private key of BIP 32 with a prefix of SLIP 132, also a damaged one. */
const EXTENDED_KEY = /[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{40}/i
/** A private key in the wallet import format, for the main network or a test network. */
const IMPORT_FORMAT = /(?<![0-9A-Za-z])[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}(?![0-9A-Za-z])/g
/** A character beside it in a signature or another text in Base64, which can look like a key. */
const BASE64_SIGN = /[+/=_-]/
const RAW_KEY = /^(0x)?[0-9a-f]{64}$/i

const MIN_PHRASE_LENGTH = 12
const ENGLISH: ReadonlySet<string> = new Set(wordlist)

export type PrivateKeyOptions = {
  /** The field may hold 64 hex digits that are not a key, such as a transaction id. */
  mayBeHash?: boolean
}

/**
 * Returns whether a text holds an extended private key, a key in the wallet import format or a
 * recovery phrase, or is a raw key of 64 hex digits. It is generous: a damaged key is one too,
 * except beside a sign of Base64, where a signature would look like one by chance.
 */
export function isPrivateKeyLike(
  text: string,
  { mayBeHash = false }: PrivateKeyOptions = {},
): boolean {
  const plain = text.normalize('NFKC').trim()

  return (
    EXTENDED_KEY.test(plain) ||
    hasImportFormat(plain) ||
    (!mayBeHash && RAW_KEY.test(plain.replace(/\s/g, ''))) ||
    hasRecoveryPhrase(plain)
  )
}

function hasImportFormat(text: string): boolean {
  for (const { 0: key, index } of text.matchAll(IMPORT_FORMAT)) {
    const beside = (text[index - 1] ?? '') + (text[index + key.length] ?? '')
    if (!BASE64_SIGN.test(beside) || hasChecksum(key)) return true
  }

  return false
}

function hasChecksum(key: string): boolean {
  try {
    createBase58check(sha256).decode(key)
    return true
  } catch {
    return false
  }
}

/** Returns whether twelve words of BIP 39 follow each other, however they are separated. */
function hasRecoveryPhrase(text: string): boolean {
  let count = 0

  for (const word of text.toLowerCase().split(/[^\p{L}]+/u)) {
    if (word === '') continue

    count = ENGLISH.has(word) ? count + 1 : 0
    if (count >= MIN_PHRASE_LENGTH) return true
  }

  return false
}

/** The sentence for a text that looks like a private key. It never repeats the text. */
export const PRIVATE_KEY_MESSAGE =
  'This looks like a private key or recovery phrase, so it wasn’t saved. It has left its device: ' +
  'move the funds to a new wallet and stop using this one.'

/**
 * Fields that hold a password, a code or a browser's data about a passkey: they may be anything.
 */
const SECRET_FIELD = /password|^(code|recovery_code|token|mfaChallenge|session|passkey)$/i
/** Fields that hold 64 hex digits which are not a key: ids of transactions and other hashes. */
const HASH_FIELD = /^(txid|hash|id|_id|evidence|search|q|query|before|after|bankReference)$/

/**
 * Throws `private_key` (422) with the field if a text anywhere in an input looks like a private
 * key. Passwords and codes are left out: they are stored as hashes, and a member may choose a
 * phrase.
 */
export function assertNoPrivateKey(input: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(input))
    if (!SECRET_FIELD.test(field)) checkValue(value, field)
}

function checkValue(value: unknown, field: string): void {
  if (typeof value === 'string') checkText(value, field)
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) checkValue(item, `${field}.${at}`)
    checkText(value.filter((item) => typeof item === 'string').join(' '), field)
  } else if (value !== null && typeof value === 'object' && !(value instanceof Blob))
    for (const [key, item] of Object.entries(value)) {
      if (isPrivateKeyLike(key)) throw createPrivateKeyError(field)
      if (!SECRET_FIELD.test(key)) checkValue(item, `${field}.${key}`)
    }
}

function checkText(text: string, field: string) {
  const mayBeHash = HASH_FIELD.test(field.split('.').at(-1) ?? '')
  if (isPrivateKeyLike(text, { mayBeHash })) throw createPrivateKeyError(field)
}

/** Returns the error for a field with what looks like a private key. */
export const createPrivateKeyError = (field: string): DomainError =>
  new DomainError('private_key', 422, PRIVATE_KEY_MESSAGE, field)
