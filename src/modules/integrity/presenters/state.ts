import { findOpenProposal } from '#modules/approvals/queries.ts'
import { type Freeze, findFreeze, findJournalHead } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { CHECK_OVERDUE_MS, type LedgerAnchor, toFreezeId } from '../model.ts'
import { findGoodCheck, listAnchors, listOpenProblems } from '../queries.ts'
import { toCheckResponse, toProblemResponses } from './checks.ts'

const toAnchorResponse = ({ block, seq, auditHead, ...anchor }: LedgerAnchor) => ({
  ...anchor,
  block: String(block),
  seq: String(seq),
  auditHead: auditHead && { place: String(auditHead.place), hash: auditHead.hash },
})

async function toFreezeResponse({ db, clock }: App, freeze: Freeze) {
  const proposal = await findOpenProposal(db, 'ledger.unfreeze', toFreezeId(freeze), clock.now())
  return {
    because: freeze.because,
    since: freeze.frozenAt,
    found: toProblemResponses(await listOpenProblems(db)),
    proposed: proposal && { by: proposal.proposerLabel, at: proposal.proposedAt },
  }
}

/** Returns the freeze, the head of the chain, the last good check and the last anchor. */
export async function getIntegrityState(app: App) {
  const { db, clock } = app
  const freeze = await findFreeze(db)
  const head = await findJournalHead(db)
  const good = await findGoodCheck(db)
  const [anchor] = await listAnchors(db, { limit: 1 })

  return {
    frozen: freeze && (await toFreezeResponse(app, freeze)),
    head: head && { block: String(head.block), seq: String(head.seq), hash: head.hash },
    good: good && toCheckResponse(good),
    overdue: good !== null && clock.now().getTime() - good.startedAt.getTime() > CHECK_OVERDUE_MS,
    anchor: anchor ? toAnchorResponse(anchor) : null,
  }
}
