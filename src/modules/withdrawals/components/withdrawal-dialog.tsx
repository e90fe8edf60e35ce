import { ApproveDialog } from './approve-withdrawal-dialog.tsx'
import { PaidDialog } from './mark-paid-dialog.tsx'
import { RejectDialog } from './reject-withdrawal-dialog.tsx'
import { ReverseDialog } from './reverse-withdrawal.tsx'
import type { DecisionDialogProps } from './withdrawal-decision.tsx'

const DIALOGS = {
  approve: ApproveDialog,
  reject: RejectDialog,
  paid: PaidDialog,
  reverse: ReverseDialog,
}

/** The dialog of one decision, with its effects. */
export function WithdrawalDialog(props: DecisionDialogProps) {
  const Dialog = DIALOGS[props.decision.kind]
  return <Dialog {...props} />
}
