import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getProposal } from '../queries.ts'
import { propose } from './propose.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const ines = { kind: 'admin', id: 'adm_ines', label: 'Ines Moreno' } as const
const proposeAs = (role: 'viewer' | 'support' | 'finance') =>
  runInTransaction(testApp.app.db, (tx) =>
    propose(
      tx,
      testApp.app,
      { ...ines, role },
      {
        permission: 'income.record',
        subjectId: 'pln_x',
        content: { cents: '1' },
      },
    ),
  )

test('Only a role with the permission proposes, whatever command calls it.', async () => {
  for (const role of ['viewer', 'support'] as const)
    await expect(proposeAs(role), role).rejects.toMatchObject({ code: 'role_missing', status: 403 })

  const { id } = await proposeAs('finance')
  expect(await getProposal(testApp.app.db, id)).toMatchObject({
    permission: 'income.record',
    proposedBy: ines.id,
  })
})
