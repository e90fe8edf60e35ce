import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSetting } from '#modules/settings/queries.ts'
import { appContext } from '../../context.ts'
import { type Clause, LegalDocument } from './document.tsx'

/** The version is the one that sign-up asks consent to. */
export function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  return getSetting(app.db, app.config, 'legal')
}

export default function Terms() {
  const { terms } = useLoaderData<typeof loader>()
  return <LegalDocument title="Terms of Use" version={terms} summary={SUMMARY} clauses={CLAUSES} />
}

const SUMMARY = (
  <p>
    You choose a plan and an amount; we write down every cent in books that you can check; returns are paid
    only out of income that was recorded for the plan. You can lose money.
  </p>
)

const CLAUSES: readonly Clause[] = [
  {
    id: 'account',
    title: 'Your account',
    text: 'One person, one account, with true details. Your password is yours alone; tell us at once when somebody else may know it. We may suspend an account and then tell you why and when we look at it again; you can still sign in and read everything that is yours.',
  },
  {
    id: 'deposits',
    title: 'Deposits',
    text: 'A quote holds a rate for a stated time. What is credited is what arrived, at the locked rate, or at the rate on arrival when it came later, which we show you first. Below the plan’s minimum it stays available cash. A file that you upload helps us to find your payment; it is not evidence of it.',
  },
  {
    id: 'returns',
    title: 'Targets and returns',
    text: 'A plan has a target return. It is a forecast and no promise. Profit is paid only out of income recorded for that plan, with its evidence; what is due beyond the income stays due. A loss that is recorded lowers the positions of the plan pro rata.',
  },
  {
    id: 'withdrawals',
    title: 'Withdrawals',
    text: 'Principal can be withdrawn any time unless the plan states notice. A withdrawal costs the fee that you were told at deposit and nothing else: no release fee, no prepayment, no further deposit. A rejected one gives the reason and the money back at once.',
  },
  {
    id: 'books',
    title: 'The books',
    text: 'Entries are never edited or deleted. A correction is a new entry with a reason that you can read on your statement.',
  },
  {
    id: 'leaving',
    title: 'Leaving',
    text: 'You can close the account when nothing is in it and nothing is open. Your personal data is erased except for what the law makes us keep; the books stay.',
  },
]
