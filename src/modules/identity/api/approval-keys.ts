import { addApprovalKey } from '../commands/add-approval-key.ts'
import { beginApprovalKey } from '../commands/begin-approval-key.ts'
import { endApprovalKey } from '../commands/end-approval-key.ts'
import { getSigningRequest, listApprovalKeyViews } from '../queries/approval-keys.ts'
import { assertRecentAuth } from '../queries.ts'
import { calls } from './calls.ts'

/** The handlers of approval keys, and of what they sign. */
export const approvalKeyHandlers = {
  approvalKeys: calls.approvalKeys.handler(async ({ context: { app, admin } }) => ({
    message: 'Approval keys',
    data: await listApprovalKeyViews(app, admin()),
  })),
  beginApprovalKey: calls.beginApprovalKey.handler(async ({ context: { app, admin, session } }) => {
    await assertRecentAuth(app, session)
    return {
      message: 'Create an approval key.',
      data: { ...(await beginApprovalKey(app, admin(), session?.id ?? '')) },
    }
  }),
  addApprovalKey: calls.addApprovalKey.handler(
    async ({ context: { app, admin, session }, input }) => {
      await assertRecentAuth(app, session)
      const sessionId = session?.id ?? ''
      const { id, first } = await addApprovalKey(app, admin(), { ...input, sessionId })
      return {
        message: first
          ? 'Approval key added.'
          : 'Approval key added. Another admin has to confirm it.',
        data: { _id: id, first },
      }
    },
  ),
  endApprovalKey: calls.endApprovalKey.handler(
    async ({ context: { app, admin, session }, input }) => {
      await assertRecentAuth(app, session)
      await endApprovalKey(app, admin(), input)
      return { message: 'Approval key ended.' }
    },
  ),
  statement: calls.statement.handler(async ({ context: { app, admin }, input: { id } }) => ({
    message: 'What approving signs',
    data: await getSigningRequest(app, admin(), id),
  })),
}
