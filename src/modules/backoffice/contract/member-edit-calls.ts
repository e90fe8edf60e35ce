import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { adminMoney } from '#platform/http/contract.ts'
import { buildApprovalResponse, buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { id, tags } from './fields.ts'
import { derivedFigure, rawText } from './member-calls.ts'
import { editedUser } from './members.ts'

/** Changing and deleting a member. */
export const editCalls = {
  remove: adminMoney(...getPermittedRoles('member.delete'))
    .route({
      method: 'DELETE',
      path: '/user/{id}',
      summary: "Close a member's account for good",
      tags,
    })
    .input(z.object({ id, reason: rawText.meta({ description: 'shown to the member' }) }))
    .output(messageOnly),
  edit: adminMoney(...getPermittedRoles('member.edit'))
    .route({
      method: 'PATCH',
      path: '/users/{id}',
      summary: "Change a member's names, or adjust the balance with a reason",
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        id,
        first_name: rawText,
        last_name: rawText,
        total_balance: derivedFigure,
        total_invest: derivedFigure,
        withdrawable_balance: rawText.meta({
          description: 'the new account balance in dollars',
        }),
        expected_balance: rawText.meta({
          description: 'the account balance that the form was loaded with',
        }),
        reason: rawText.meta({
          description: 'required when the balance changes; shown to the member',
        }),
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(editedUser))),
}
