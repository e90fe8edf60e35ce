import { Link } from 'react-router'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { DrawerHead } from '#ui/overlay/drawer-head.tsx'
import type { StaffDeposit } from './calls.tsx'

/** The amount, the member and the plan of a deposit. */
export function DepositHead({ deposit }: { deposit: StaffDeposit }) {
  const { amount, quoted, credited, status, coin, coinAmount, rate, member, plan } = deposit
  return (
    <DrawerHead
      amount={<Money amount={amount} hero />}
      note={
        credited === null ? (
          <>
            <Money amount={coinAmount} unit={coin} /> at <Money amount={rate} />
          </>
        ) : (
          <>
            {status === 'reversed' ? 'Credited and reversed.' : 'Credited.'} Quoted{' '}
            <Money amount={quoted} />, <Money amount={coinAmount} unit={coin} />
          </>
        )
      }
    >
      <Link className="link strong" to={`/admin-dashboard/manage-user/${member._id}`}>
        {member.name}
      </Link>
      <p className="muted">
        {plan}, {METHOD_FACTS[deposit.payment_method].label}
      </p>
    </DrawerHead>
  )
}
