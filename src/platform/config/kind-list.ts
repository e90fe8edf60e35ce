import { z } from 'zod'

/** Reads the text of a setting such as `rpc=https://…,trongrid=https://…`; unset is none. */
export const kindList = z
  .string()
  .optional()
  .transform((text = '') =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const [, kind = '', address = ''] = /^([a-z_]+)=(.+)$/.exec(part) ?? []
        return { kind, address }
      }),
  )
