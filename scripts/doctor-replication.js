/**
 * Reports whether this is the leader, its timeline, its replicas with their lag, and whether
 * commits wait for one of them.
 * @param {import('../src/platform/db/db.ts').Db} db
 * @param {(state: 'good' | 'note' | 'WRONG', name: string, text: string) => void} report
 */
export async function checkReplication(db, report) {
  const { describeReplication, getReplication } = await import(
    '../src/platform/monitoring/replication.ts'
  )

  for (const { name, text, isWrong } of describeReplication(await getReplication(db)))
    report(isWrong ? 'WRONG' : 'good', name, text)
}
