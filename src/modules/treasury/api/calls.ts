import { implementCalls } from '#platform/http/http.ts'
import { treasuryContract } from '../contract.ts'

export const calls = implementCalls(treasuryContract)

/** Returns the fields that were sent. */
export const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]: Exclude<Fields[Field], undefined>
  }
