import { WithdrawForm } from '../../components/withdraw-form.tsx'

export default function WithdrawProfit() {
  return <WithdrawForm source="profit" title="Withdraw profit" />
}
