import { implementCalls } from '#platform/http/http.ts'
import { withdrawalsContract } from '../contract.ts'

/** The calls of the contract, implemented by the handlers of each area. */
export const calls = implementCalls(withdrawalsContract)
