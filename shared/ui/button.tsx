import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled, { css, keyframes } from 'styled-components';
import { color, font, motion, radius, space } from './theme.ts';

export interface ButtonLook {
  readonly $variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'accent';
  readonly $size?: 'medium' | 'small';
}

const variants = {
  primary: css`
    background: ${color.brand};
    color: ${color.onBrand};

    &:hover {
      background: ${color.brandHover};
    }
  `,
  secondary: css`
    background: ${color.surface};
    border-color: ${color.edge};
    color: ${color.link};

    &:hover {
      background: ${color.brandSoft};
      color: ${color.onBrandSoft};
    }
  `,
  quiet: css`
    background: transparent;
    color: ${color.link};

    &:hover {
      background: ${color.brandSoft};
      color: ${color.onBrandSoft};
    }
  `,
  danger: css`
    background: ${color.dangerFill};
    color: ${color.onDangerFill};

    &:hover {
      background: color-mix(in oklab, ${color.dangerFill}, ${color.text} 18%);
    }
  `,
  accent: css`
    background: ${color.accent};
    color: ${color.onAccent};

    &:hover {
      background: color-mix(in oklab, ${color.accent}, white 28%);
    }
  `,
} as const;

const sizes = {
  medium: css`
    min-block-size: 2.875rem;
    padding: ${space[2]} 1.375rem;
  `,
  small: css`
    min-block-size: 2.25rem;
    padding: ${space[1]} 0.875rem;
    font-size: 0.9375rem;
  `,
} as const;

export const buttonStyle = css<ButtonLook>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[2]};
  border: 0.09375rem solid transparent;
  border-radius: ${radius.round};
  font-family: ${font.text};
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  text-wrap: balance;
  transition:
    background-color ${motion.quick},
    color ${motion.quick};
  ${(props) => sizes[props.$size ?? 'medium']}
  ${(props) => variants[props.$variant ?? 'primary']}

  &:focus-visible {
    border-radius: ${radius.round};
  }

  &:disabled,
  &[aria-disabled='true'] {
    opacity: 0.62;
  }

  /* Forced colours remove the background, so a border marks the button. */
  @media (forced-colors: active) {
    border-color: ButtonText;
  }
`;

const turn = keyframes`
  to { rotate: 1turn; }
`;

export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  display: inline-block;
  flex: none;
  inline-size: 1em;
  block-size: 1em;
  border: 0.14em solid transparent;
  border-block-start-color: currentColor;
  border-inline-end-color: currentColor;
  border-radius: 50%;
  animation: ${turn} 800ms linear infinite;
`;

const StyledButton = styled.button<ButtonLook>`
  ${buttonStyle}
`;

const StyledLink = styled(Link)<ButtonLook>`
  ${buttonStyle}
`;

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonLook['$variant'];
  readonly size?: ButtonLook['$size'];
  /** A busy button keeps its place and focus but does nothing, as one with `aria-disabled`. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export const Button = ({
  variant,
  size,
  busy = false,
  icon,
  children,
  onClick,
  type = 'button',
  'aria-disabled': isOff = busy,
  ...rest
}: ButtonProps) => (
  <StyledButton
    {...rest}
    type={type}
    $variant={variant}
    $size={size}
    aria-disabled={busy || isOff}
    onClick={busy || isOff === true ? (event) => event.preventDefault() : onClick}
  >
    {busy ? <Spinner /> : icon}
    {children}
  </StyledButton>
);

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  readonly variant?: ButtonLook['$variant'];
  readonly size?: ButtonLook['$size'];
  readonly icon?: ReactNode;
}

export const ButtonLink = ({ variant, size, icon, children, ...rest }: ButtonLinkProps) => (
  <StyledLink {...rest} $variant={variant} $size={size}>
    {icon}
    {children}
  </StyledLink>
);
