import { useState } from 'react'
import { TextField } from '#ui/form/text-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'

/** Checks a hash that the member saved: entries before it cannot have been added since. */
export function SavedHashCheck({ hashes }: { hashes: ReadonlySet<string> }) {
  const [typed, setTyped] = useState('')
  const enteredHash = typed.trim().toLowerCase()
  const whole = /^[0-9a-f]{64}$/.test(enteredHash)

  return (
    <Panel title="Check a saved hash">
      <TextField
        label="Hash"
        name="savedHash"
        optional
        autoComplete="off"
        spellCheck={false}
        hint="64 characters, from your statement or a published anchor"
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <div role="status">
        {whole && hashes.has(enteredHash) && (
          <Callout tone="done" title="This hash is in the chain">
            Nothing up to that block has changed since you saved it.
          </Callout>
        )}
        {whole && !hashes.has(enteredHash) && (
          <Callout tone="caution" title="This hash isn’t in the part of the chain that was checked">
            The check starts at your first entry. If your hash is newer than that, contact us.
          </Callout>
        )}
      </div>
    </Panel>
  )
}
