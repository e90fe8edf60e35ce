const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 20

/** Creates a prefixed id such as `dep_…`: 100 random bits in Crockford's base 32, lower case. */
export function createId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return `${prefix}_${Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('')}`
}
