import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { identityCalls } from './calls.tsx'
import type { Kind } from './security-calls.tsx'

const PAUSE_MS = 400
const VERDICT_TAGS = {
  short: ['wait', 'Too short'],
  long: ['wait', 'Too long'],
  common: ['bad', 'Too common'],
  fair: ['info', 'Fair'],
  strong: ['ok', 'Strong'],
} as const satisfies Record<string, readonly [Tone, string]>

/**
 * Displays the server's verdict on a new password shortly after the last key; only the server has
 * the list of common passwords.
 */
export function PasswordVerdict({ kind, typed }: { kind: Kind; typed: string }) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const check = kind === 'member' ? identityCalls.checkPassword : identityCalls.checkStaffPassword
  const { data } = useQuery({
    queryKey: ['password-verdict', kind, settled],
    queryFn: () => check.call({ new_password: settled }),
    enabled: settled !== '' && settled === typed,
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  })

  const verdict = settled === typed ? data?.data : undefined

  return (
    <p className="small" aria-live="polite">
      {verdict ? (
        <>
          <Tag tone={VERDICT_TAGS[verdict.verdict][0]}>{VERDICT_TAGS[verdict.verdict][1]}</Tag>{' '}
          {verdict.text}
        </>
      ) : (
        <span className="muted">12 to 128 characters. Avoid common passwords.</span>
      )}
    </p>
  )
}
