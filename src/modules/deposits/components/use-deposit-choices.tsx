import { useState } from 'react'
import { useSearchParams } from 'react-router'

export type DepositChoices = { plan: string; amount: string; method: string; quote: string }
export type ChooseDeposit = (change: Partial<DepositChoices>) => void

/** The choices, also stored in the address so that a reload or going back loses nothing. */
export function useDepositChoices(): { choices: DepositChoices; choose: ChooseDeposit } {
  const [params, setParams] = useSearchParams()
  const [choices, setChoices] = useState<DepositChoices>(() => ({
    plan: params.get('plan') ?? '',
    amount: params.get('amount') ?? '',
    method: params.get('method') ?? '',
    quote: params.get('quote') ?? '',
  }))

  const choose: ChooseDeposit = (change) => {
    const next = { ...choices, ...change }
    setChoices(next)
    const chosen = Object.entries(next).filter(([, value]) => value)
    setParams(chosen, { replace: true, preventScrollReset: true })
  }

  return { choices, choose }
}
