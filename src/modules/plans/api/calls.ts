import { implementCalls } from '#platform/http/http.ts'
import { plansContract } from '../contract.ts'

export const calls = implementCalls(plansContract)
