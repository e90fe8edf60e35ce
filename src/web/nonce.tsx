import { createContext, useContext } from 'react'

const Nonce = createContext<string | undefined>(undefined)

export const NonceProvider = Nonce.Provider

/**
 * The nonce that this answer's own inline scripts and styles carry; undefined in the browser, which
 * hides it.
 */
export const useNonce = () => useContext(Nonce)
