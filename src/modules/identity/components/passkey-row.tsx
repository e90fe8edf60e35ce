import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { MyPasskey } from './passkey-dialogs.tsx'
import styles from './security.module.css'

export type PasskeyAction =
  | { action: 'add' }
  | { action: 'rename' | 'remove'; passkey: MyPasskey }
  | null

/** Displays one passkey with its actions. */
export function PasskeyRow({
  passkey,
  onAsk,
}: {
  passkey: MyPasskey
  onAsk: (action: PasskeyAction) => void
}) {
  const { name, addedAt, usedAt, backedUp, copied } = passkey
  return (
    <li>
      <div>
        <p className="strong">
          {name} {copied && <Tag tone="bad">Blocked: may have been copied</Tag>}
        </p>
        <p className="meta muted">
          Added <When at={addedAt} />
          {usedAt ? (
            <>
              , last used <When at={usedAt} />
            </>
          ) : (
            ', never used'
          )}
          {backedUp && ', synced across your devices'}
        </p>
      </div>
      <div className={styles.acts}>
        <Button
          size="sm"
          aria-label={`Rename ${name}`}
          onClick={() => onAsk({ action: 'rename', passkey })}
        >
          Rename
        </Button>
        <Button
          size="sm"
          aria-label={`Remove ${name}`}
          onClick={() => onAsk({ action: 'remove', passkey })}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
