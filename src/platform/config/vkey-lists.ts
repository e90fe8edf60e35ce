import { z } from 'zod'

/** The form of a verifier key (c2sp.org/signed-note): a name, an id and a key. */
const VKEY = /^[^\s+,]+\+[0-9a-f]{8}\+[\w+/]+=*$/

const splitList = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Reads verifier keys, separated by commas; unset is none. */
export const vkeyList = z
  .string()
  .optional()
  .transform(splitList)
  .pipe(z.array(z.string().regex(VKEY, 'is not NAME+ID+KEY')).max(64))

const witness = z
  .string()
  .transform((text) => {
    const [vkey = '', url = ''] = text.split(/\s+/)
    return { vkey, url: url.replace(/\/+$/, '') }
  })
  .pipe(
    z.object({
      vkey: z.string().regex(VKEY, 'is not NAME+ID+KEY ADDRESS'),
      url: z.url({ protocol: /^https?$/ }),
    }),
  )

/** Reads witnesses, each a verifier key and an address, separated by commas; unset is none. */
export const witnessList = z.string().optional().transform(splitList).pipe(z.array(witness).max(32))
