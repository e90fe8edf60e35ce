import { WithdrawForm } from '../../components/withdraw-form.tsx'

export default function WithdrawBalance() {
  return <WithdrawForm source="balance" title="Withdraw balance" />
}
