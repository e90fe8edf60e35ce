import { implementCalls } from '#platform/http/http.ts'
import { portfolioContract } from '../contract.ts'

export const calls = implementCalls(portfolioContract)
