import { expect, test } from 'vitest'
import { findSignedProposal } from './signed-proposal.ts'

test('Confirming a deposit is signed only where it approves the proposal of another admin.', () => {
  const waiting = { proposal: 'prp_1' }
  expect(findSignedProposal({ secondAdmin: true, waiting })).toBe('prp_1')
  expect(findSignedProposal({ secondAdmin: false, waiting })).toBeUndefined()
  expect(findSignedProposal({ secondAdmin: true, waiting: null })).toBeUndefined()
  expect(findSignedProposal(undefined)).toBeUndefined()
})
