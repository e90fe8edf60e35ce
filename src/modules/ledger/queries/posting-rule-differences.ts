import type { Reader } from '#platform/db/db.ts'
import { SHIPPED_POSTING_RULES } from '../model/shipped-posting-rules.ts'
import { listPostingRules, type PostingRule } from './posting-rules.ts'

const THRESHOLD = / from=(\d+)$/

/**
 * Lists the installed posting rules that this version doesn't have, and its rules that are missing
 * or differ. An operator may require approvals from a lower amount on, and for a rule without a
 * threshold, and never from a higher amount.
 */
export async function listPostingRuleDifferences(reader: Reader): Promise<string[]> {
  const installed = new Map((await listPostingRules(reader)).map(formatRule).map(splitThreshold))
  const shipped = new Map(SHIPPED_POSTING_RULES.trim().split('\n').map(splitThreshold))

  const unknown = [...installed.keys()].filter((rule) => !shipped.has(rule))
  const missing = [...shipped.keys()].filter((rule) => !installed.has(rule))
  const loosened = [...shipped].flatMap(([rule, from]) => {
    const now = installed.get(rule)
    const isLoosened = now !== undefined && from !== null && (now === null || now > from)
    return isLoosened ? [rule] : []
  })

  return [
    ...unknown.map((rule) => `${rule} (not shipped)`),
    ...missing.map((rule) => `${rule} (missing)`),
    ...loosened.map((rule) => `${rule} (approval from a higher amount)`),
  ]
}

const splitThreshold = (line: string): [rule: string, from: bigint | null] => {
  const from = THRESHOLD.exec(line)?.[1]
  return [line.replace(THRESHOLD, ''), from === undefined ? null : BigInt(from)]
}

const formatRule = (rule: PostingRule): string =>
  [
    rule.transferType,
    rule.debit,
    rule.credit,
    rule.needsReceipt && 'receipt',
    rule.withCustody && 'custody',
    rule.withDollars && 'dollars',
    rule.needsReason && 'reason',
    rule.spread && 'spread',
    rule.sameOwner && 'owner',
    rule.daily && 'daily',
    rule.approvalFrom !== null && `from=${rule.approvalFrom}`,
  ]
    .filter(Boolean)
    .join(' ')
