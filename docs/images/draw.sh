#!/usr/bin/env bash
# Draws the pictures in this folder: the real programs, in a terminal on a virtual screen.
set -euo pipefail
cd "$(dirname "$0")/../.."

export DISPLAY=:77 LIBGL_ALWAYS_SOFTWARE=1
Xvfb "$DISPLAY" -screen 0 2000x2000x24 &
trap "kill $!" EXIT
sleep 1

# draw PICTURE FONT-SIZE COLUMNS ROWS COMMAND...: what the command shows after some seconds
draw() {
    local picture=$1 size=$2 columns=$3 rows=$4
    shift 4
    kitty --config NONE -o font_family="JetBrains Mono" -o font_size="$size" -o disable_ligatures=always \
        -o background=#14161b -o foreground=#e0e2ea -o color1=#ff6b6b -o color4=#6ca8ff \
        -o cursor_blink_interval=0 -o remember_window_size=no \
        -o initial_window_width="${columns}c" -o initial_window_height="${rows}c" "$@" &
    local terminal=$!
    sleep 6
    import -window root docs/images/screen.png
    kill "$terminal"
    wait "$terminal" || true
    convert docs/images/screen.png -trim +repage -trim +repage -bordercolor '#14161b' -border 20 \
        -dither None -colors 128 -strip "docs/images/$picture"
    rm docs/images/screen.png
}

draw neovim.png 16 102 52 nvim -n -i NONE -u docs/images/neovim.lua tests/crates/demo/src/model.rs
draw terminal.png 14 128 37 sh -c '
    tput civis
    cd tests/crates/demo
    printf "\033[1;32m$\033[0m burnlint check src\n"
    burnlint check src
    exec sleep 60'
