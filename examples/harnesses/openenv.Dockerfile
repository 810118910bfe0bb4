# A server of OpenEnv with one of the games: docker build -t skirmish-openenv -f openenv.Dockerfile . && docker run -p 127.0.0.1:8000:8000 -e GAME=warcry skirmish-openenv
FROM python:3.11-slim
RUN pip install --no-cache-dir 'skirmish-rl[openenv]'
ENV GAME=godbreakers SCENARIO=duel OPPONENT=level:1 SKIRMISH_CACHE_DIR=/home/player/cache
RUN useradd --create-home player
USER player
RUN mkdir -m 700 "$SKIRMISH_CACHE_DIR" && skirmish-rl compile
EXPOSE 8000
HEALTHCHECK --start-period=60s CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health')"
CMD ["sh", "-c", "exec python -m skirmish_rl.envs.adapters.openenv --game \"$GAME\" --scenario \"$SCENARIO\" --opponent \"$OPPONENT\" --host 0.0.0.0 --port 8000"]
