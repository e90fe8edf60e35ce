import { useEffect, useState } from 'react'
import { toCents } from '#lib/money.ts'
import { parseTypedDollars } from '#lib/typed-amount.ts'
import type { OwnPosition } from '#modules/plans/components/calls.tsx'
import type { OfferedMethod } from '#modules/settings/components/calls.tsx'
import { findDraft, saveDraft } from '#platform/client/drafts.ts'
import { computeShortfall, type Source } from '../model.ts'
import type { Available, SavedWallet } from './calls.tsx'

/** The data that the withdrawal form displays. */
export type WithdrawalFormData = {
  available: Available
  positions: readonly OwnPosition[]
  methods: readonly OfferedMethod[]
  wallets: readonly SavedWallet[]
  coolDownHours: number
}

type Draft = {
  typed: string
  method: string | null
  address: string | null
  picked: readonly string[]
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null)

function loadDraft(source: Source): Draft {
  const { typed, method, address, picked } = findDraft(`withdraw-${source}`)
  const ids = Array.isArray(picked) ? picked.filter((id) => typeof id === 'string') : []

  return {
    typed: toText(typed) ?? '',
    method: toText(method),
    address: toText(address),
    picked: ids,
  }
}

const canGive = ({ status, noticePeriodDays }: OwnPosition) =>
  status === 'open' && noticePeriodDays === 0

/** Returns the form's draft, which is stored until it is sent, and what follows from it. */
export function useAsking({
  source,
  available,
  positions,
  methods,
  wallets,
}: WithdrawalFormData & { source: Source }) {
  const [draft, setDraft] = useState(() => loadDraft(source))
  useEffect(() => saveDraft(`withdraw-${source}`, draft), [source, draft])

  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const method = methods.find((one) => one._id === draft.method) ?? null
  const ofCoin = wallets.filter((wallet) => wallet.coin === method?.coin)
  const amount = parseTypedDollars(draft.typed) ?? 0n
  const cash = toCents(source === 'profit' ? available.profit : available.cash)
  const able = source === 'profit' ? [] : positions.filter(canGive)
  const chosen = draft.picked.flatMap((id) => able.find((position) => position._id === id) ?? [])
  const choose = (next: OfferedMethod) =>
    change({ method: next._id, ...(next.coin === method?.coin ? {} : { address: null }) })

  return {
    ...draft,
    change,
    method,
    choose,
    ofCoin,
    amount,
    cash,
    able,
    picked: chosen.map((position) => position._id),
    giving: chosen.length > 0 ? chosen : able,
    all: source === 'profit' ? available.profit : available.withdrawable,
    to: draft.address ?? ofCoin[0]?.address ?? '',
    short: computeShortfall(amount, cash) > 0n,
    /** Deletes the draft once the request is sent. */
    clear: () => {
      setDraft({ typed: '', method: null, address: null, picked: [] })
      saveDraft(`withdraw-${source}`, null)
    },
  }
}
