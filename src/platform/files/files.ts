import { invariant } from '#lib/invariant.ts'

export type StoredFile = { key: string; bytes: number; changedAt: Date }

/**
 * Storage for uploads, in a folder or a bucket. Keys are ours (`proofs/dep_…`), never a name that
 * a client sent. Each operation may throw `FileStorageUnavailable`; then nothing is lost, and the
 * same operation can be repeated.
 */
export type Files = {
  /** Stores a file, complete or not at all. */
  write(key: string, content: Uint8Array): Promise<void>
  /** Returns a whole file. Throws `FileMissing`, and `FileDamaged` where a checksum shows it. */
  read(key: string): Promise<Uint8Array>
  /** Deletes a file, if there is one. */
  remove(key: string): Promise<void>
  /** Lists every complete file of a folder, or of all folders, in no order. */
  list(folder?: string): AsyncIterable<StoredFile>
  /** Deletes the remains of writes that were interrupted before that instant. */
  deletePartialWrites(folder: string, before: Date): Promise<void>
}

/** There is no file of that key. */
export class FileMissing extends Error {
  constructor(key: string, cause?: unknown) {
    super(`There is no file ${key}.`, { cause })
    this.name = 'FileMissing'
  }
}

/** The stored bytes are not those that were written. */
export class FileDamaged extends Error {
  constructor(key: string, why: string) {
    super(`The file ${key} is damaged: ${why}.`)
    this.name = 'FileDamaged'
  }
}

/** The storage can't be reached, refuses the configured keys, or fails. */
export class FileStorageUnavailable extends Error {
  constructor(why: string, cause?: unknown) {
    super(`The file storage can't be used: ${why}.`, { cause })
    this.name = 'FileStorageUnavailable'
  }
}

const KEY = /^[a-z0-9_]+(\/[a-z0-9_]+)*$/

/** Returns whether a name can be a key of ours. */
export const isFileKey = (name: string): boolean => KEY.test(name)

export function assertFileKey(key: string): void {
  invariant(isFileKey(key), `a file key is made of lower-case words, not ${JSON.stringify(key)}`)
}
