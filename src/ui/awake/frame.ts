const SOLID_AFTER_PX = 50

/** The top bar: transparent at the top of the page, solid after 50 px of scroll. */
export function wakeBar(root: ParentNode): () => void {
  const bar = root.querySelector('[data-bar]')
  const ends = new AbortController()
  const look = () => bar?.toggleAttribute('data-solid', scrollY > SOLID_AFTER_PX)

  look()
  addEventListener('scroll', look, { passive: true, signal: ends.signal })
  return () => ends.abort()
}

/**
 * Menus that open on hover and focus by the stylesheet alone: told to those who don't see it,
 * opened by a key, closed by Escape.
 */
export function wakeMenus(root: ParentNode): () => void {
  const ends = new AbortController()
  const { signal } = ends

  for (const menu of root.querySelectorAll<HTMLElement>('[data-menu]')) {
    const button = menu.querySelector('button')
    if (!button) continue

    const tell = () => {
      const open = !menu.hasAttribute('data-closed') && menu.matches(':hover, :focus-within')
      button.setAttribute('aria-expanded', String(open))
    }

    const reopen = () => {
      menu.removeAttribute('data-closed')
      tell()
    }

    const shut = () => {
      menu.setAttribute('data-closed', '')
      tell()
    }
    menu.addEventListener('mouseenter', reopen, { signal })
    menu.addEventListener('mouseleave', () => setTimeout(tell), { signal })
    menu.addEventListener('focusin', tell, { signal })
    menu.addEventListener('focusout', () => setTimeout(reopenWhenLeft), { signal })

    const reopenWhenLeft = () => (menu.matches(':focus-within') ? tell() : reopen())
    button.addEventListener('click', reopen, { signal })
    menu.addEventListener('keydown', (event) => onKey(event, { menu, button, reopen, shut }), {
      signal,
    })
  }

  return () => ends.abort()
}

type Menu = { menu: HTMLElement; button: HTMLButtonElement; reopen(): void; shut(): void }

function onKey(event: KeyboardEvent, { menu, button, reopen, shut }: Menu) {
  if (event.key === 'Escape') {
    button.focus()
    shut()
  } else if (event.key === 'ArrowDown' && event.target === button) {
    event.preventDefault()
    reopen()
    menu.querySelector('a')?.focus()
  }
}
