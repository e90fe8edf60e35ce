import { implementCalls } from '#platform/http/http.ts'
import { identityContract } from '../contract.ts'

export const calls = implementCalls(identityContract)
