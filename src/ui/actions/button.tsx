import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './button.module.css'

export type ButtonAppearance = {
  /** At most one `primary` per view; `deep` is the secondary on dark green. */
  variant?: 'primary' | 'danger' | 'secondary' | 'ghost' | 'deep' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  icon?: string | undefined
  /** Takes the full width of its container. */
  block?: boolean | undefined
}

const getButtonClasses = (
  { variant = 'secondary', size = 'md', block }: ButtonAppearance,
  extra?: string,
) => joinClasses(styles.button, styles[variant], styles[size], block && styles.block, extra)

type ButtonProps = ButtonAppearance &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    /** While true the button shows `pendingLabel` at its former width and ignores presses. */
    pending?: boolean | undefined
    pendingLabel?: string | undefined
    /** A finished action, as in 'Payment Confirmed': readable and focusable, but without effect. */
    done?: boolean | undefined
  }

/**
 * Renders a button for an action. Do not disable it before a first try: explain the error instead.
 */
export function Button({
  variant,
  size,
  icon,
  block,
  pending = false,
  pendingLabel,
  done = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const idle = pending || done
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={getButtonClasses(
        { variant, size, block },
        joinClasses(done && styles.done, className),
      )}
      aria-disabled={idle || undefined}
      onClick={press}
    >
      {icon && <Icon glyph={icon} />}
      <ButtonLabel pending={pending} pendingLabel={pendingLabel}>
        {children}
      </ButtonLabel>
    </button>
  )
}

type LabelProps = { pending: boolean; pendingLabel: string | undefined; children: ReactNode }

function ButtonLabel({ pending, pendingLabel, children }: LabelProps) {
  if (!pendingLabel) return children
  return (
    <span className={styles.labels}>
      <span className={joinClasses(pending && styles.hidden)}>{children}</span>
      <span className={joinClasses(!pending && styles.hidden)}>{pendingLabel}</span>
    </span>
  )
}

type ButtonLinkProps = ButtonAppearance & Omit<ComponentProps<typeof Link>, 'prefetch'>

/** Renders a link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({
  variant,
  size,
  icon,
  block,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={getButtonClasses({ variant, size, block }, className)}>
      {icon && <Icon glyph={icon} />}
      {children}
    </Link>
  )
}
