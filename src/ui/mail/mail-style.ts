export const ink = '#14211b'
export const quiet = '#55625b'
export const paper = '#f6f4ee'
export const line = '#d9d5c9'
export const sans = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
export const serif = "Besley, Georgia, 'Times New Roman', serif"
export const mono = "'Spline Sans Mono', ui-monospace, Menlo, Consolas, monospace"
