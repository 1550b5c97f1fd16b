/** The name of the control, and of what is stored: `light`, `dark` or nothing for the system's. */
export const SCHEME = 'scheme';

/** Runs before the first paint: a document has it inline, its policy the hash. An unknown scheme changes nothing. */
export const SCHEME_SCRIPT = `try{document.documentElement.style.colorScheme=localStorage.${SCHEME}}catch{}`;
