import type { App } from '#platform/app.ts'
import { decryptSecret } from '#platform/auth/secrets.ts'
import type { Reader } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { buildSlips } from '../adapters/build-slips.ts'
import { collectMembers, type SlipMembers } from '../adapters/slip-members.ts'
import { buildManifest } from '../model.ts'
import {
  type LiabilityEpoch,
  listLiabilityAccounts,
  measureAccounts,
  NONCE_PURPOSE,
} from '../queries/liabilities.ts'
import { beginEpoch } from '../steps/begin-epoch.ts'
import { publishManifest } from '../steps/publish-manifest.ts'
import { listTileRows, storeSlipTiles } from '../steps/store-slip-tree.ts'

const ACCOUNTS_PER_PAGE = 10_000
const TILES_PER_STATEMENT = 64

/**
 * Publishes the proof of liabilities of today, once. A run that was killed is continued: the stored
 * amounts and the secret give the same tree. Throws, and publishes nothing, unless the totals are
 * those of the journal.
 */
export async function proveLiabilities(app: App): Promise<void> {
  const epoch = await runInTransaction(app.db, (tx) => beginEpoch(tx, app))
  if (!epoch || epoch.manifest) return

  const { plain: secret } = decryptSecret(app.config, NONCE_PURPOSE, epoch.id, epoch.nonceSecret)
  const members = await loadMembers(app.db, epoch)
  const tree = await buildSlips(epoch.id, secret, members)

  const rows = [...listTileRows(epoch.id, tree)]
  for (let at = 0; at < rows.length; at += TILES_PER_STATEMENT)
    await runInTransaction(app.db, (tx) =>
      storeSlipTiles(tx, rows.slice(at, at + TILES_PER_STATEMENT)),
    )

  const { id, day, seq } = epoch
  const manifest = buildManifest({ epoch: id, day, seq: String(seq), tree })
  await runInTransaction(app.db, (tx) => publishManifest(tx, app, epoch, manifest))
}

async function loadMembers(reader: Reader, { id }: LiabilityEpoch): Promise<SlipMembers> {
  const { accounts, ids, emails } = await measureAccounts(reader, id)
  const collector = collectMembers(accounts, { ids, emails })

  for (let after = ''; ; ) {
    const page = await listLiabilityAccounts(reader, id, { after, limit: ACCOUNTS_PER_PAGE })
    for (const { memberId, email, amounts } of page) collector.add(memberId, email, amounts)
    after = page.at(-1)?.memberId ?? after
    if (page.length < ACCOUNTS_PER_PAGE) return collector.finish()
  }
}
