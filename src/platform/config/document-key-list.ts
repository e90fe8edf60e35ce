import { z } from 'zod'

const ENTRY = /^([a-z0-9-]{1,40}):([0-9a-f]{64})$/

/** Reads `id:64 hex digits,…`: the first key encrypts, the others only decrypt. */
export const documentKeyList = z
  .string()
  .optional()
  .transform((text = '', { addIssue }) => {
    const entries = text.split(',').filter((entry) => entry.trim() !== '')
    const keys = entries.map((entry) => {
      const [, id = '', hex = ''] = ENTRY.exec(entry.trim()) ?? []
      return { id, hex }
    })
    if (keys.some(({ id }) => id === '')) addIssue('is not id:64 hex digits, separated by commas')
    if (new Set(keys.map(({ id }) => id)).size !== keys.length) addIssue('names a key twice')
    if (keys.some(({ id }) => id.startsWith('secret-'))) addIssue('an id can’t begin with secret-')

    return keys
  })
